// ---- 0 passed: another way than the reference
        int trips = 0;
        int room = -1;
        for (Integer weight : weights) {
            if (weight > limit) {
                continue;
            }
            if (weight > room) {
                trips += 1;
                room = limit;
            }
            room -= weight;
        }
        return trips;
    }
}
// ---- 0 wrong_answer: as many trips as full loads, however the cars fit
        int sum = 0;
        for (int weight : weights) if (weight <= limit) sum += weight;
        return (sum + limit - 1) / limit;
    }
}
// ---- 1 passed
        StringBuilder label = new StringBuilder();
        for (String word : title.split("[^A-Za-z0-9]+")) {
            if (word.isEmpty()) continue;
            if (label.length() > 0) label.append('-');
            label.append(word.toLowerCase());
        }
        return label.toString();
    }
}
// ---- 1 runtime_error: null has no length
        String label = title.isEmpty() ? null : title;
        return label.length() > 0 ? label : "";
    }
}
// ---- 2 passed: noisy but right
        List<Integer> peaks = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            System.out.println("level " + levels.get(i));
            boolean left = i == 0 || levels.get(i - 1) < levels.get(i);
            boolean right = i == levels.size() - 1 || levels.get(i + 1) < levels.get(i);
            if (left && right) peaks.add(i);
        }
        System.err.println("done");
        return peaks;
    }
}
// ---- 2 wrong_answer: the levels instead of their places
        List<Integer> peaks = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            boolean left = i == 0 || levels.get(i - 1) < levels.get(i);
            boolean right = i == levels.size() - 1 || levels.get(i + 1) < levels.get(i);
            if (left && right) peaks.add(levels.get(i));
        }
        return peaks;
    }
}
// ---- 3 passed
        String kinds = word.toLowerCase().replaceAll("[aeiou]", "0").replaceAll("[^0]", "1");
        return !kinds.contains("00") && !kinds.contains("11");
    }
}
// ---- 3 exited_early: ends with status 0 before the tests have run
        System.exit(0);
        return false;
    }
}
// ---- 4 compile_error: a variable that may not have been set
        double mean;
        for (double r : readings) mean += r;
        return mean / readings.size();
    }
}
// ---- 4 passed
        return readings.stream().filter(r -> r >= low && r <= high).mapToDouble(r -> r).average().orElse(0);
    }
}
// ---- 5 timed_out: never ends
        List<Integer> shares = new ArrayList<>();
        while (shares.size() != people + 1) {
            if (shares.size() < people) shares.add(cents / people);
        }
        return shares;
    }
}
// ---- 5 wrong_answer: the smaller shares first
        List<Integer> shares = new ArrayList<>();
        for (int left = people; left > 0; left--) {
            shares.add(cents / left);
            cents -= cents / left;
        }
        return shares;
    }
}
// ---- 6 runtime_error forbidden: hostile, writes outside its folder
        try {
            java.io.File outside = new java.io.File("/usr/xeval-demo-outside");
            new java.io.FileOutputStream(outside).close();
            outside.delete();
        } catch (java.io.IOException e) {
            throw new RuntimeException(e);
        }
        BitSet busy = new BitSet();
        for (int[] m : meetings) busy.set(m[0], m[1]);
        return busy.cardinality();
    }
}
// ---- 6 passed
        BitSet busy = new BitSet();
        for (int[] m : meetings) busy.set(m[0], m[1]);
        return busy.cardinality();
    }
}
// ---- 7 no_code: an empty generation
// ---- 7 out_of_memory runtime_error: hostile, fills the memory
        List<long[]> hoard = new ArrayList<>();
        for (int i = 0; i < 4096; i++) hoard.add(new long[1 << 17]);
        return new HashMap<>(Collections.singletonMap("hoard", hoard.size()));
    }
}
