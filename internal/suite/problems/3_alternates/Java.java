// ---- declaration
import java.util.*;

class Solution {
// ---- docstring
    /**
     * Say whether vowels (a, e, i, o, u) and other letters take turns in an
     * English word, in upper or lower case. A word of one letter does, and so
     * does the empty word.
     * >>> alternates("Banana")
     * true
     * >>> alternates("tree")
     * false
     */
// ---- declaration
    public boolean alternates(String word) {
// ---- solution
        for (int i = 1; i < word.length(); i++) {
            if (isVowel(word.charAt(i - 1)) == isVowel(word.charAt(i))) return false;
        }
        return true;
    }

    private boolean isVowel(char c) {
        return "aeiouAEIOU".indexOf(c) >= 0;
    }
}
// ---- example
public class Main {
    public static void main(String[] args) {
        Solution s = new Solution();
        if (!s.alternates("Banana")) throw new AssertionError();
        if (s.alternates("tree")) throw new AssertionError();
    }
}
// ---- test
public class Main {
    public static void main(String[] args) {
        Solution s = new Solution();
        for (String word : Arrays.asList("", "x", "Banana", "Arizona", "UNITE", "papaya", "taxis")) {
            if (!s.alternates(word)) throw new AssertionError(word);
        }
        for (String word : Arrays.asList("tree", "school", "AEon", "bb", "bananna")) {
            if (s.alternates(word)) throw new AssertionError(word);
        }
    }
}
