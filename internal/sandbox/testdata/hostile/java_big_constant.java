// strings that double with every line
public class java_big_constant {
  static final String A = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", B = A + A + A + A + A + A + A + A, C = B + B + B + B + B + B + B + B,
    D = C + C + C + C + C + C + C + C, E = D + D + D + D + D + D + D + D, F = E + E + E + E + E + E + E + E,
    G = F + F + F + F + F + F + F + F, H = G + G + G + G + G + G + G + G, I = H + H + H + H + H + H + H + H, J = I + I + I + I + I + I + I + I;
  public static void main(String[] a) { System.out.println(J.length()); }
}
