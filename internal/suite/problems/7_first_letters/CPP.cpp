// ---- docstring
/*
Count words by their first character, made lower case. Empty words do not count.
>>> first_letters({"Apple", "avocado", "beet"})
{{"a", 2}, {"b", 1}}
>>> first_letters({""})
{}
*/
// ---- declaration
#include<vector>
#include<string>
#include<map>
using namespace std;
map<string, int> first_letters(vector<string> words){
// ---- solution
    map<string, int> counts;
    for (const string& word : words) {
        if (word.empty()) continue;
        char c = word[0];
        if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
        counts[string(1, c)]++;
    }
    return counts;
}
// ---- example
#undef NDEBUG
#include<assert.h>
int main(){
    map<string, int> want;
    want["a"] = 2;
    want["b"] = 1;
    assert (first_letters(vector<string>({"Apple", "avocado", "beet"})) == want);
    assert ((first_letters(vector<string>(1, "")).empty()));
}
// ---- test
#undef NDEBUG
#include<assert.h>
typedef map<string, int> counts;
int main(){
    assert (first_letters(vector<string>()).empty());
    assert (first_letters(vector<string>(1, "")).empty());
    assert ((first_letters(vector<string>({"Apple", "avocado", "beet"})) == counts({{"a", 2}, {"b", 1}})));
    assert ((first_letters(vector<string>({"9 lives", "Nine", ""})) == counts({{"9", 1}, {"n", 1}})));
    assert ((first_letters(vector<string>({"x", "X", "x"})) == counts({{"x", 3}})));
    assert ((first_letters(vector<string>({"do", "re", "mi", "fa", "so", "la", "ti", "Do"})) ==
        counts({{"d", 2}, {"r", 1}, {"m", 1}, {"f", 1}, {"s", 1}, {"l", 1}, {"t", 1}})));
}
