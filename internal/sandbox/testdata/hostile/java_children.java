// processes that outlive the virtual machine
public class java_children {
  public static void main(String[] a) throws Exception {
    if (!"1".equals(System.getenv("HOSTILE_OK"))) System.exit(77);
    for (int i = 0; i < 5; i++) new ProcessBuilder("/bin/sleep", "1000").inheritIO().start();
    System.out.println("done");
    Runtime.getRuntime().halt(0);
  }
}
