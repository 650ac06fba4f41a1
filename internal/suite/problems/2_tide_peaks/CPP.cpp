// ---- docstring
/*
Return the places, from 0, of all levels that are higher than each of their
neighbours. The first and the last level have only one neighbour, a level that
stands alone has none and is a peak.
>>> tide_peaks({1, 3, 2})
{1}
>>> tide_peaks({5, 4, 6})
{0, 2}
*/
// ---- declaration
#include<vector>
using namespace std;
vector<int> tide_peaks(vector<int> levels){
// ---- solution
    vector<int> peaks;
    int n = levels.size();
    for (int i = 0; i < n; i++) {
        if (i > 0 && levels[i - 1] >= levels[i]) continue;
        if (i < n - 1 && levels[i + 1] >= levels[i]) continue;
        peaks.push_back(i);
    }
    return peaks;
}
// ---- example
#undef NDEBUG
#include<assert.h>
int main(){
    assert (tide_peaks({1, 3, 2}) == vector<int>({1}));
    assert (tide_peaks({5, 4, 6}) == vector<int>({0, 2}));
}
// ---- test
#undef NDEBUG
#include<assert.h>
int main(){
    assert (tide_peaks({}) == vector<int>());
    assert (tide_peaks({7}) == vector<int>({0}));
    assert (tide_peaks({1, 3, 2}) == vector<int>({1}));
    assert (tide_peaks({5, 4, 6}) == vector<int>({0, 2}));
    assert (tide_peaks({2, 2}) == vector<int>());
    assert (tide_peaks({1, 2, 2, 1}) == vector<int>());
    assert (tide_peaks({1, 2, 3}) == vector<int>({2}));
    assert (tide_peaks({-3, -1, -2, -2, -1}) == vector<int>({1, 4}));
    assert (tide_peaks({9, 1, 9, 1, 9}) == vector<int>({0, 2, 4}));
}
