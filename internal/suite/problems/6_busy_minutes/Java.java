// ---- declaration
import java.util.*;

class Solution {
// ---- docstring
    /**
     * Each meeting is a pair of minutes, its start and its end, in no order.
     * Return how many minutes are taken by at least one meeting.
     * >>> busyMinutes(new int[][]{{0, 30}, {15, 45}})
     * 45
     * >>> busyMinutes(new int[][]{{10, 20}, {40, 45}})
     * 15
     */
// ---- declaration
    public int busyMinutes(int[][] meetings) {
// ---- solution
        int[][] sorted = meetings.clone();
        Arrays.sort(sorted, (a, b) -> Integer.compare(a[0], b[0]));
        int total = 0, until = Integer.MIN_VALUE;
        for (int[] m : sorted) {
            total += Math.max(0, m[1] - Math.max(m[0], until));
            until = Math.max(until, m[1]);
        }
        return total;
    }
}
// ---- example
public class Main {
    public static void main(String[] args) {
        Solution s = new Solution();
        if (s.busyMinutes(new int[][]{{0, 30}, {15, 45}}) != 45) throw new AssertionError();
        if (s.busyMinutes(new int[][]{{10, 20}, {40, 45}}) != 15) throw new AssertionError();
    }
}
// ---- test
public class Main {
    static void check(int got, int want) {
        if (got != want) throw new AssertionError(got + " is not " + want);
    }

    public static void main(String[] args) {
        Solution s = new Solution();
        check(s.busyMinutes(new int[][]{}), 0);
        check(s.busyMinutes(new int[][]{{5, 5}}), 0);
        check(s.busyMinutes(new int[][]{{0, 30}, {15, 45}}), 45);
        check(s.busyMinutes(new int[][]{{10, 20}, {40, 45}}), 15);
        check(s.busyMinutes(new int[][]{{0, 100}, {20, 30}}), 100);
        check(s.busyMinutes(new int[][]{{50, 60}, {0, 10}, {10, 20}}), 30);
        check(s.busyMinutes(new int[][]{{8, 10}, {1, 4}, {9, 12}, {2, 6}}), 9);
        check(s.busyMinutes(new int[][]{{3, 9}, {3, 9}}), 6);
        check(s.busyMinutes(new int[][]{{0, 50}, {10, 20}, {30, 60}}), 60);
    }
}
