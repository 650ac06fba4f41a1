// ---- declaration
import java.util.*;

class Solution {
// ---- docstring
    /**
     * Return the places, from 0, of all levels that are higher than each of their
     * neighbours. The first and the last level have only one neighbour, a level
     * that stands alone has none and is a peak.
     * >>> tidePeaks(Arrays.asList(1, 3, 2))
     * [1]
     * >>> tidePeaks(Arrays.asList(5, 4, 6))
     * [0, 2]
     */
// ---- declaration
    public List<Integer> tidePeaks(List<Integer> levels) {
// ---- solution
        List<Integer> peaks = new ArrayList<>();
        int n = levels.size();
        for (int i = 0; i < n; i++) {
            if (i > 0 && levels.get(i - 1) >= levels.get(i)) continue;
            if (i < n - 1 && levels.get(i + 1) >= levels.get(i)) continue;
            peaks.add(i);
        }
        return peaks;
    }
}
// ---- example
public class Main {
    public static void main(String[] args) {
        Solution s = new Solution();
        if (!Arrays.asList(1).equals(s.tidePeaks(Arrays.asList(1, 3, 2)))) throw new AssertionError();
        if (!Arrays.asList(0, 2).equals(s.tidePeaks(Arrays.asList(5, 4, 6)))) throw new AssertionError();
    }
}
// ---- test
public class Main {
    static void check(List<Integer> got, Integer... want) {
        if (!Arrays.asList(want).equals(got)) throw new AssertionError(got + " is not " + Arrays.asList(want));
    }

    public static void main(String[] args) {
        Solution s = new Solution();
        check(s.tidePeaks(new ArrayList<>()));
        check(s.tidePeaks(Arrays.asList(7)), 0);
        check(s.tidePeaks(Arrays.asList(1, 3, 2)), 1);
        check(s.tidePeaks(Arrays.asList(5, 4, 6)), 0, 2);
        check(s.tidePeaks(Arrays.asList(2, 2)));
        check(s.tidePeaks(Arrays.asList(1, 2, 2, 1)));
        check(s.tidePeaks(Arrays.asList(1, 2, 3)), 2);
        check(s.tidePeaks(Arrays.asList(-3, -1, -2, -2, -1)), 1, 4);
        check(s.tidePeaks(Arrays.asList(9, 1, 9, 1, 9)), 0, 2, 4);
    }
}
