// ---- declaration
import java.util.*;

class Solution {
// ---- docstring
    /**
     * Make a shelf label of an English title: letters become lower case, digits
     * stay, and each run of other characters becomes one dash, but not at the
     * beginning and not at the end.
     * >>> shelfLabel("Tea & Coffee")
     * "tea-coffee"
     * >>> shelfLabel("  No. 7  ")
     * "no-7"
     */
// ---- declaration
    public String shelfLabel(String title) {
// ---- solution
        String dashed = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return dashed.replaceAll("^-|-$", "");
    }
}
// ---- example
public class Main {
    public static void main(String[] args) {
        Solution s = new Solution();
        if (!"tea-coffee".equals(s.shelfLabel("Tea & Coffee"))) throw new AssertionError();
        if (!"no-7".equals(s.shelfLabel("  No. 7  "))) throw new AssertionError();
    }
}
// ---- test
public class Main {
    static void check(String got, String want) {
        if (!want.equals(got)) throw new AssertionError(got + " is not " + want);
    }

    public static void main(String[] args) {
        Solution s = new Solution();
        check(s.shelfLabel(""), "");
        check(s.shelfLabel("---"), "");
        check(s.shelfLabel("A"), "a");
        check(s.shelfLabel("Tea & Coffee"), "tea-coffee");
        check(s.shelfLabel("  No. 7  "), "no-7");
        check(s.shelfLabel("x__Y..z"), "x-y-z");
        check(s.shelfLabel("already-fine"), "already-fine");
        check(s.shelfLabel("Zoo2Go!"), "zoo2go");
        check(s.shelfLabel("@a[z`A{Z}/0:9"), "a-z-a-z-0-9");
    }
}
