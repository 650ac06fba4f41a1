// ---- docstring
/*
Make a shelf label of an English title: letters become lower case, digits stay,
and each run of other characters becomes one dash, but not at the beginning and
not at the end.
>>> shelf_label("Tea & Coffee")
"tea-coffee"
>>> shelf_label("  No. 7  ")
"no-7"
*/
// ---- declaration
#include<string>
using namespace std;
string shelf_label(string title){
// ---- solution
    string label;
    bool gap = false;
    for (char c : title) {
        if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) {
            gap = true;
            continue;
        }
        if (gap && !label.empty()) label += '-';
        gap = false;
        label += c;
    }
    return label;
}
// ---- example
#undef NDEBUG
#include<assert.h>
int main(){
    assert (shelf_label("Tea & Coffee") == "tea-coffee");
    assert (shelf_label("  No. 7  ") == "no-7");
}
// ---- test
#undef NDEBUG
#include<assert.h>
int main(){
    assert (shelf_label("") == "");
    assert (shelf_label("---") == "");
    assert (shelf_label("A") == "a");
    assert (shelf_label("Tea & Coffee") == "tea-coffee");
    assert (shelf_label("  No. 7  ") == "no-7");
    assert (shelf_label("x__Y..z") == "x-y-z");
    assert (shelf_label("already-fine") == "already-fine");
    assert (shelf_label("Zoo2Go!") == "zoo2go");
    assert (shelf_label("@a[z`A{Z}/0:9") == "a-z-a-z-0-9");
}
