// ---- declaration
import java.util.*;

class Solution {
// ---- docstring
    /**
     * Cars wait in line for a ferry that carries at most limit kilograms. They
     * board in order; when the next car does not fit any more, the ferry leaves,
     * and that car is the first of the next trip. A car heavier than limit by
     * itself is turned away and delays nobody. Return the number of trips.
     * >>> ferryTrips(Arrays.asList(900, 700, 800), 1600)
     * 2
     * >>> ferryTrips(Arrays.asList(2000, 500), 1000)
     * 1
     */
// ---- declaration
    public int ferryTrips(List<Integer> weights, int limit) {
// ---- solution
        int trips = 0, load = 0;
        for (int weight : weights) {
            if (weight > limit) continue;
            if (trips == 0 || load + weight > limit) {
                trips++;
                load = 0;
            }
            load += weight;
        }
        return trips;
    }
}
// ---- example
public class Main {
    public static void main(String[] args) {
        Solution s = new Solution();
        if (s.ferryTrips(Arrays.asList(900, 700, 800), 1600) != 2) throw new AssertionError();
        if (s.ferryTrips(Arrays.asList(2000, 500), 1000) != 1) throw new AssertionError();
    }
}
// ---- test
public class Main {
    static void check(int got, int want) {
        if (got != want) throw new AssertionError(got + " is not " + want);
    }

    public static void main(String[] args) {
        Solution s = new Solution();
        check(s.ferryTrips(new ArrayList<>(), 10), 0);
        check(s.ferryTrips(Arrays.asList(5), 5), 1);
        check(s.ferryTrips(Arrays.asList(10, 10), 9), 0);
        check(s.ferryTrips(Arrays.asList(1, 1, 1, 1), 2), 2);
        check(s.ferryTrips(Arrays.asList(3, 3, 3), 5), 3);
        check(s.ferryTrips(Arrays.asList(4, 9, 4, 4), 8), 2);
        check(s.ferryTrips(Arrays.asList(900, 700, 800), 1600), 2);
        check(s.ferryTrips(Arrays.asList(2000, 500), 1000), 1);
        check(s.ferryTrips(Arrays.asList(5, 5, 5, 5, 5), 10), 3);
    }
}
