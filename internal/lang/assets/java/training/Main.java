import java.math.*;
import java.security.MessageDigest;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** What a program may look like: the compiler compiles it once while its own classes are gathered. */
class Solution {
    private static final int LIMIT = 10;
    private final Map<String, List<Integer>> seen = new TreeMap<>(Comparator.reverseOrder());

    /** A bit of everything. */
    public List<Integer> numbers(List<Integer> given, Optional<String> name) {
        List<Integer> out = new ArrayList<>(Arrays.asList(1, 2, 3));
        for (int n : given) {
            if (n % 2 == 0 && n < LIMIT || n == -1) {
                out.add(n > 3 ? n * 2 : n);
            } else {
                continue;
            }
        }
        for (int i = 0, j = out.size() - 1; i < j; i++, j--) {
            Collections.swap(out, i, j);
        }
        out.sort((a, b) -> b - a);
        seen.computeIfAbsent(name.orElse("none"), key -> new LinkedList<>()).addAll(out);
        return out.stream().filter(n -> n > 1).map(n -> n + 1).sorted(Comparator.comparing(String::valueOf)).collect(Collectors.toList());
    }

    public String text(String given) throws Exception {
        StringBuilder built = new StringBuilder();
        char[] letters = given.toCharArray();
        Arrays.sort(letters);
        outer:
        for (char c : letters) {
            switch (c) {
                case 'a':
                    built.append((char) (c + 1));
                    break;
                default:
                    if (Character.isUpperCase(c)) break outer;
                    built.append(c).append(1);
            }
        }
        byte[] sum = MessageDigest.getInstance("MD5").digest(given.getBytes());
        return String.format("%s %d %.2f", built.reverse(), sum.length, Math.sqrt(2.0)) + new BigInteger(1, sum).toString(16) + given.split(" ")[0];
    }

    public long[] sums(int[][] grid, double scale) {
        long[] sums = new long[grid.length];
        int at = 0;
        while (at < grid.length) {
            sums[at] += (long) (IntStream.of(grid[at]).sum() * scale) << 1;
            at++;
        }
        do {
            at--;
        } while (at > 0);
        return sums;
    }

    static <T extends Comparable<T>> T most(Iterable<? extends T> all) {
        T most = null;
        for (T each : all) {
            most = most == null || each.compareTo(most) > 0 ? each : most;
        }
        return most;
    }

    int depth(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException | NullPointerException e) {
            throw new IllegalArgumentException("not a number: " + text, e);
        } finally {
            seen.clear();
        }
    }

    interface Shape {
        double area();
    }

    enum Kind { ROUND, SQUARE }

    static class Circle implements Shape {
        Kind kind = Kind.ROUND;

        @Override
        public double area() {
            return Math.PI;
        }
    }
}

public class Main {
    public static void main(String[] args) throws Exception {
        Solution s = new Solution();
        Object o = new Solution.Circle() {
            @Override
            public double area() {
                return super.area() * 2;
            }
        };
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        Supplier<Set<String>> made = HashSet::new;
        List<Boolean> correct = Arrays.asList(
                s.numbers(new ArrayList<>(Arrays.asList(4, 5)), Optional.empty()).equals(Arrays.asList(3, 4)),
                Objects.equals(s.text("text"), "none"),
                s.sums(new int[][] {{1, 2}, {3}}, 1.5)[0] == 8 & o instanceof Solution.Shape,
                Solution.most(List.of(1, 2)) + add.apply(1, 2) == 5,
                made.get().isEmpty());
        if (correct.contains(false)) {
            throw new AssertionError();
        }
        System.out.println(s.depth("1"));
    }
}
