// ---- docstring
/*
Each meeting is a pair of minutes, its start and its end, in no order. Return
how many minutes are taken by at least one meeting.
>>> busy_minutes({{0, 30}, {15, 45}})
45
>>> busy_minutes({{10, 20}, {40, 45}})
15
*/
// ---- declaration
#include<vector>
#include<algorithm>
using namespace std;
int busy_minutes(vector<vector<int>> meetings){
// ---- solution
    sort(meetings.begin(), meetings.end());
    int total = 0, until = 0;
    bool first = true;
    for (const vector<int>& m : meetings) {
        int start = first ? m[0] : max(m[0], until);
        if (m[1] > start) total += m[1] - start;
        until = first ? m[1] : max(until, m[1]);
        first = false;
    }
    return total;
}
// ---- example
#undef NDEBUG
#include<assert.h>
int main(){
    assert (busy_minutes({{0, 30}, {15, 45}}) == 45);
    assert (busy_minutes({{10, 20}, {40, 45}}) == 15);
}
// ---- test
#undef NDEBUG
#include<assert.h>
int main(){
    assert (busy_minutes(vector<vector<int>>()) == 0);
    assert (busy_minutes(vector<vector<int>>(1, vector<int>(2, 5))) == 0);
    assert (busy_minutes({{0, 30}, {15, 45}}) == 45);
    assert (busy_minutes({{10, 20}, {40, 45}}) == 15);
    assert (busy_minutes({{0, 100}, {20, 30}}) == 100);
    assert (busy_minutes({{50, 60}, {0, 10}, {10, 20}}) == 30);
    assert (busy_minutes({{8, 10}, {1, 4}, {9, 12}, {2, 6}}) == 9);
    assert (busy_minutes({{3, 9}, {3, 9}}) == 6);
    assert (busy_minutes({{0, 50}, {10, 20}, {30, 60}}) == 60);
}
