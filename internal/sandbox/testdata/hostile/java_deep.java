// recursion without end, caught and begun again
public class java_deep {
  static int f(int n) { return f(n + 1) + 1; }
  public static void main(String[] a) { for (;;) try { f(0); } catch (StackOverflowError e) { } }
}
