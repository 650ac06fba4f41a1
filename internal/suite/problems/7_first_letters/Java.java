// ---- declaration
import java.util.*;

class Solution {
// ---- docstring
    /**
     * Count words by their first character, made lower case. Empty words do not
     * count.
     * >>> firstLetters(Arrays.asList("Apple", "avocado", "beet"))
     * {"a": 2, "b": 1}
     * >>> firstLetters(Arrays.asList(""))
     * {}
     */
// ---- declaration
    public Map<String, Integer> firstLetters(List<String> words) {
// ---- solution
        Map<String, Integer> counts = new HashMap<>();
        for (String word : words) {
            if (!word.isEmpty()) {
                counts.merge(word.substring(0, 1).toLowerCase(Locale.ROOT), 1, Integer::sum);
            }
        }
        return counts;
    }
}
// ---- example
public class Main {
    public static void main(String[] args) {
        Solution s = new Solution();
        Map<String, Integer> want = new HashMap<>();
        want.put("a", 2);
        want.put("b", 1);
        if (!want.equals(s.firstLetters(Arrays.asList("Apple", "avocado", "beet")))) throw new AssertionError();
        if (!new HashMap<>().equals(s.firstLetters(Arrays.asList("")))) throw new AssertionError();
    }
}
// ---- test
public class Main {
    static void check(Map<String, Integer> got, String want) {
        if (got == null || !new TreeMap<>(got).toString().equals(want)) throw new AssertionError(got + " is not " + want);
    }

    public static void main(String[] args) {
        Solution s = new Solution();
        check(s.firstLetters(new ArrayList<>()), "{}");
        check(s.firstLetters(Arrays.asList("")), "{}");
        check(s.firstLetters(Arrays.asList("Apple", "avocado", "beet")), "{a=2, b=1}");
        check(s.firstLetters(Arrays.asList("9 lives", "Nine", "")), "{9=1, n=1}");
        check(s.firstLetters(Arrays.asList("x", "X", "x")), "{x=3}");
        check(s.firstLetters(Arrays.asList("do", "re", "mi", "fa", "so", "la", "ti", "Do")), "{d=2, f=1, l=1, m=1, r=1, s=1, t=1}");
    }
}
