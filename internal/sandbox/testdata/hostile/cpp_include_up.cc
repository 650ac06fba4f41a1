// anything beside or above the source folder
#include "../canary"
#include "../../canary"
#include "/root/.bashrc"
int main() {}
