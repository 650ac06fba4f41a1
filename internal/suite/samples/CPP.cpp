// ---- 0 passed: another way than the reference
    int trips = 0, room = -1;
    for (size_t i = 0; i < weights.size(); i++) {
        if (weights[i] > limit) continue;
        if (room < weights[i]) {
            trips++;
            room = limit;
        }
        room -= weights[i];
    }
    return trips;
}
// ---- 0 wrong_answer: forgets the last trip
    int trips = 0, load = 0;
    for (int weight : weights) {
        if (weight > limit) continue;
        if (load + weight > limit) {
            trips++;
            load = 0;
        }
        load += weight;
    }
    return trips;
}
// ---- 1 passed: with a helper behind the function
    string label;
    for (size_t i = 0; i < title.size(); i++) {
        if (isalnum((unsigned char)title[i])) label += (char)tolower((unsigned char)title[i]);
        else if (!label.empty() && label[label.size() - 1] != '-') label += '-';
    }
    if (!label.empty() && label[label.size() - 1] == '-') label.erase(label.size() - 1);
    return label;
}

static int unused_helper() { return 0; }
// ---- 1 runtime_error: reads through a null pointer
    const volatile char* text = 0;
    string label(1, *text);
    return label + title;
}
// ---- 2 passed: noisy but right
    vector<int> peaks;
    for (int i = 0; i < (int)levels.size(); i++) {
        cout << "level " << levels[i] << endl;
        bool left = i == 0 || levels[i - 1] < levels[i];
        bool right = i + 1 == (int)levels.size() || levels[i + 1] < levels[i];
        if (left && right) peaks.push_back(i);
    }
    cerr << "done" << endl;
    return peaks;
}
// ---- 2 runtime_error: an exception that nobody catches
    vector<int> peaks;
    for (size_t i = 0; i <= levels.size(); i++) {
        if (levels.at(i) > levels.at(i + 1)) peaks.push_back(i);
    }
    return peaks;
}
// ---- 3 passed
    bool before = false;
    for (size_t i = 0; i < word.size(); i++) {
        bool here = strchr("aeiou", tolower((unsigned char)word[i])) != NULL;
        if (i > 0 && here == before) return false;
        before = here;
    }
    return true;
}
// ---- 3 exited_early: ends with status 0 before the tests have run
    exit(0);
}
// ---- 4 compile_error: a name that is not declared
    double sum = 0;
    for (double r : readings) sum += clamp_reading(r, low, high);
    return sum / readings.size();
}
// ---- 4 wrong_answer: divides by all readings
    double sum = 0;
    for (double r : readings) if (r >= low && r <= high) sum += r;
    return readings.empty() ? 0 : sum / readings.size();
}
// ---- 5 timed_out: never ends
    vector<int> shares(people, 0);
    volatile int given = 0;
    while (given != cents + 1) given = cents;
    return shares;
}
// ---- 5 passed
    vector<int> shares;
    for (; people > 0; people--) {
        int share = (cents + people - 1) / people;
        shares.push_back(share);
        cents -= share;
    }
    return shares;
}
// ---- 6 runtime_error passed forbidden: hostile, kills its parent, which may only be out of reach or immune
    int attack();
    attack();
    sort(meetings.begin(), meetings.end());
    int total = 0, until = INT_MIN;
    for (size_t i = 0; i < meetings.size(); i++) {
        int start = max(meetings[i][0], until);
        if (meetings[i][1] > start) total += meetings[i][1] - start;
        until = max(until, meetings[i][1]);
    }
    return total;
}
#include<signal.h>
#include<unistd.h>
int attack() {
    if (kill(getppid(), SIGKILL) != 0) abort();
    return 0;
}
// ---- 6 out_of_memory: hostile, fills the memory
    vector<vector<char> > hoard;
    for (int i = 0; i < 4096; i++) hoard.push_back(vector<char>(1 << 20, 'x'));
    return meetings.size();
}
// ---- 7 no_code: an empty generation
// ---- 7 runtime_error forbidden: hostile, writes outside its folder
    FILE* outside = fopen("/usr/xeval-demo-outside", "w");
    if (outside == NULL) abort();
    fclose(outside);
    remove("/usr/xeval-demo-outside");
    map<string, int> counts;
    for (size_t i = 0; i < words.size(); i++)
        if (!words[i].empty()) counts[string(1, tolower((unsigned char)words[i][0]))]++;
    return counts;
}
