// ---- docstring
/*
Say whether vowels (a, e, i, o, u) and other letters take turns in an English
word, in upper or lower case. A word of one letter does, and so does the empty
word.
>>> alternates("Banana")
true
>>> alternates("tree")
false
*/
// ---- declaration
#include<string>
using namespace std;
bool alternates(string word){
// ---- solution
    string vowels = "aeiouAEIOU";
    for (size_t i = 1; i < word.size(); i++) {
        bool before = vowels.find(word[i - 1]) != string::npos;
        bool here = vowels.find(word[i]) != string::npos;
        if (before == here) return false;
    }
    return true;
}
// ---- example
#undef NDEBUG
#include<assert.h>
int main(){
    assert (alternates("Banana") == true);
    assert (alternates("tree") == false);
}
// ---- test
#undef NDEBUG
#include<assert.h>
int main(){
    assert (alternates("") == true);
    assert (alternates("x") == true);
    assert (alternates("Banana") == true);
    assert (alternates("tree") == false);
    assert (alternates("Arizona") == true);
    assert (alternates("school") == false);
    assert (alternates("UNITE") == true);
    assert (alternates("AEon") == false);
    assert (alternates("bb") == false);
    assert (alternates("papaya") == true);
    assert (alternates("taxis") == true);
    assert (alternates("bananna") == false);
}
