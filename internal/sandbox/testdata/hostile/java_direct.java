// memory outside the heap
import java.nio.ByteBuffer; import java.util.*;
public class java_direct {
  public static void main(String[] a) {
    if (!"1".equals(System.getenv("HOSTILE_OK"))) System.exit(77);
    List<ByteBuffer> held = new ArrayList<>();
    for (;;) { ByteBuffer b = ByteBuffer.allocateDirect(1 << 20); for (int i = 0; i < b.capacity(); i += 4096) b.put(i, (byte) 1); held.add(b); }
  }
}
