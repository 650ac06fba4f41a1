// ---- docstring
/*
Split a bill among people so that the shares add up to it and no two differ by
more than a cent. Larger shares come first.
>>> split_bill(100, 3)
{34, 33, 33}
>>> split_bill(5, 2)
{3, 2}
*/
// ---- declaration
#include<vector>
using namespace std;
vector<int> split_bill(int cents, int people){
// ---- solution
    vector<int> shares(people, cents / people);
    for (int i = 0; i < cents % people; i++) shares[i]++;
    return shares;
}
// ---- example
#undef NDEBUG
#include<assert.h>
int main(){
    assert (split_bill(100, 3) == vector<int>({34, 33, 33}));
    assert (split_bill(5, 2) == vector<int>({3, 2}));
}
// ---- test
#undef NDEBUG
#include<assert.h>
int main(){
    assert (split_bill(100, 3) == vector<int>({34, 33, 33}));
    assert (split_bill(5, 2) == vector<int>({3, 2}));
    assert (split_bill(0, 2) == vector<int>({0, 0}));
    assert (split_bill(7, 1) == vector<int>({7}));
    assert (split_bill(2, 4) == vector<int>({1, 1, 0, 0}));
    assert (split_bill(9, 3) == vector<int>({3, 3, 3}));
    assert (split_bill(1000, 6) == vector<int>({167, 167, 167, 167, 166, 166}));
}
