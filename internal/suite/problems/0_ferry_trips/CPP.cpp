// ---- docstring
/*
Cars wait in line for a ferry that carries at most limit kilograms. They board
in order; when the next car does not fit any more, the ferry leaves, and that
car is the first of the next trip. A car heavier than limit by itself is turned
away and delays nobody. Return the number of trips.
>>> ferry_trips({900, 700, 800}, 1600)
2
>>> ferry_trips({2000, 500}, 1000)
1
*/
// ---- declaration
#include<vector>
using namespace std;
int ferry_trips(vector<int> weights, int limit){
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
// ---- example
#undef NDEBUG
#include<assert.h>
int main(){
    assert (ferry_trips({900, 700, 800}, 1600) == 2);
    assert (ferry_trips({2000, 500}, 1000) == 1);
}
// ---- test
#undef NDEBUG
#include<assert.h>
int main(){
    assert (ferry_trips({}, 10) == 0);
    assert (ferry_trips({5}, 5) == 1);
    assert (ferry_trips({10, 10}, 9) == 0);
    assert (ferry_trips({1, 1, 1, 1}, 2) == 2);
    assert (ferry_trips({3, 3, 3}, 5) == 3);
    assert (ferry_trips({4, 9, 4, 4}, 8) == 2);
    assert (ferry_trips({900, 700, 800}, 1600) == 2);
    assert (ferry_trips({2000, 500}, 1000) == 1);
    assert (ferry_trips({5, 5, 5, 5, 5}, 10) == 3);
}
