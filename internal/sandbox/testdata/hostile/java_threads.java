// threads until refused
public class java_threads {
  public static void main(String[] a) {
    try { for (;;) { Thread t = new Thread(() -> { for (;;) { } }); t.start(); } } catch (Throwable t) { }
    for (;;) { }
  }
}
