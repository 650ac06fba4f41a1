// ---- declaration
import java.util.*;

class Solution {
// ---- docstring
    /**
     * Return the mean of those readings of a thermometer that are neither below
     * low nor above high, and 0 when there are none.
     * >>> comfortMean(Arrays.asList(18.0, 21.0, 23.0, 40.0), 20.0, 25.0)
     * 22.0
     * >>> comfortMean(Arrays.asList(10.0), 20.0, 25.0)
     * 0.0
     */
// ---- declaration
    public double comfortMean(List<Double> readings, double low, double high) {
// ---- solution
        double sum = 0;
        int count = 0;
        for (double r : readings) {
            if (r < low || r > high) continue;
            sum += r;
            count++;
        }
        return count == 0 ? 0 : sum / count;
    }
}
// ---- example
public class Main {
    public static void main(String[] args) {
        Solution s = new Solution();
        if (Math.abs(s.comfortMean(Arrays.asList(18.0, 21.0, 23.0, 40.0), 20.0, 25.0) - 22.0) > 1e-6) throw new AssertionError();
        if (Math.abs(s.comfortMean(Arrays.asList(10.0), 20.0, 25.0)) > 1e-6) throw new AssertionError();
    }
}
// ---- test
public class Main {
    static void check(double got, double want) {
        if (!(Math.abs(got - want) < 1e-6)) throw new AssertionError(got + " is not " + want);
    }

    public static void main(String[] args) {
        Solution s = new Solution();
        check(s.comfortMean(new ArrayList<>(), 0.0, 1.0), 0.0);
        check(s.comfortMean(Arrays.asList(18.0, 21.0, 23.0, 40.0), 20.0, 25.0), 22.0);
        check(s.comfortMean(Arrays.asList(10.0), 20.0, 25.0), 0.0);
        check(s.comfortMean(Arrays.asList(20.0, 25.0), 20.0, 25.0), 22.5);
        check(s.comfortMean(Arrays.asList(-5.5, -4.5, 3.0), -6.0, -4.0), -5.0);
        check(s.comfortMean(Arrays.asList(1.0, 2.0, 4.0), 1.0, 4.0), 7.0 / 3);
        check(s.comfortMean(Arrays.asList(19.9, 25.1), 20.0, 25.0), 0.0);
    }
}
