// ---- docstring
/*
Return the mean of those readings of a thermometer that are neither below low
nor above high, and 0 when there are none.
>>> comfort_mean({18.0, 21.0, 23.0, 40.0}, 20.0, 25.0)
22.0
>>> comfort_mean({10.0}, 20.0, 25.0)
0.0
*/
// ---- declaration
#include<vector>
#include<math.h>
using namespace std;
double comfort_mean(vector<double> readings, double low, double high){
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
// ---- example
#undef NDEBUG
#include<assert.h>
int main(){
    assert (fabs(comfort_mean({18.0, 21.0, 23.0, 40.0}, 20.0, 25.0) - 22.0) < 1e-6);
    assert (fabs(comfort_mean({10.0}, 20.0, 25.0)) < 1e-6);
}
// ---- test
#undef NDEBUG
#include<assert.h>
int main(){
    assert (fabs(comfort_mean({}, 0.0, 1.0)) < 1e-6);
    assert (fabs(comfort_mean({18.0, 21.0, 23.0, 40.0}, 20.0, 25.0) - 22.0) < 1e-6);
    assert (fabs(comfort_mean({10.0}, 20.0, 25.0)) < 1e-6);
    assert (fabs(comfort_mean({20.0, 25.0}, 20.0, 25.0) - 22.5) < 1e-6);
    assert (fabs(comfort_mean({-5.5, -4.5, 3.0}, -6.0, -4.0) + 5.0) < 1e-6);
    assert (fabs(comfort_mean({1.0, 2.0, 4.0}, 1.0, 4.0) - 7.0 / 3) < 1e-6);
    assert (fabs(comfort_mean({19.9, 25.1}, 20.0, 25.0)) < 1e-6);
}
