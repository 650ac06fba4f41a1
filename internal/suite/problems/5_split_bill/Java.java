// ---- declaration
import java.util.*;

class Solution {
// ---- docstring
    /**
     * Split a bill among people so that the shares add up to it and no two differ
     * by more than a cent. Larger shares come first.
     * >>> splitBill(100, 3)
     * [34, 33, 33]
     * >>> splitBill(5, 2)
     * [3, 2]
     */
// ---- declaration
    public List<Integer> splitBill(int cents, int people) {
// ---- solution
        List<Integer> shares = new ArrayList<>();
        for (int i = 0; i < people; i++) {
            shares.add(cents / people + (i < cents % people ? 1 : 0));
        }
        return shares;
    }
}
// ---- example
public class Main {
    public static void main(String[] args) {
        Solution s = new Solution();
        if (!Arrays.asList(34, 33, 33).equals(s.splitBill(100, 3))) throw new AssertionError();
        if (!Arrays.asList(3, 2).equals(s.splitBill(5, 2))) throw new AssertionError();
    }
}
// ---- test
public class Main {
    static void check(List<Integer> got, Integer... want) {
        if (!Arrays.asList(want).equals(got)) throw new AssertionError(got + " is not " + Arrays.asList(want));
    }

    public static void main(String[] args) {
        Solution s = new Solution();
        check(s.splitBill(100, 3), 34, 33, 33);
        check(s.splitBill(5, 2), 3, 2);
        check(s.splitBill(0, 2), 0, 0);
        check(s.splitBill(7, 1), 7);
        check(s.splitBill(2, 4), 1, 1, 0, 0);
        check(s.splitBill(9, 3), 3, 3, 3);
        check(s.splitBill(1000, 6), 167, 167, 167, 167, 166, 166);
    }
}
