/** Stands in for a program's Main while the launcher is compiled; it is never on a class path. */
public class Main {
    public static void main(String[] args) {}
}
