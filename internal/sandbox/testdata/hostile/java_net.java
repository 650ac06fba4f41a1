// reach anybody by Java's own means
import java.net.*;
public class java_net {
  public static void main(String[] a) {
    String hit = "";
    try (Socket s = new Socket()) { s.connect(new InetSocketAddress("127.0.0.1", 18999), 300); hit += " tcp"; } catch (Throwable t) { }
    try (DatagramSocket s = new DatagramSocket()) { s.send(new DatagramPacket(new byte[1], 1, InetAddress.getByName("192.0.2.53"), 53)); hit += " udp"; } catch (Throwable t) { }
    try { InetAddress.getByName("example.org"); hit += " dns"; } catch (Throwable t) { }
    System.out.println(hit.isEmpty() ? "BLOCKED" : "BREACH" + hit);
    System.exit(hit.isEmpty() ? 13 : 42);
  }
}
