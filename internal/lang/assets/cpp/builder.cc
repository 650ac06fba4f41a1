// Builds one C++ program after another, as g++ would, without g++.
//
//   builder record FOLDER COMMAND...   keeps what g++ would call (g++ -wrapper)
//   builder serve                      is asked on descriptor 3
//
// A question has four arguments: the folder of the language level, the linker
// ("" for the one that g++ calls), and the arguments for it that stand behind
// --wrap=main, one to a line; and the program. Package judge describes the form.
//
// The compiler's copies (warm.cc), the assembler and the linker see a folder of
// their own, which is removed behind them.

#include "warm.hh"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using std::string;
using Words = std::vector<string>;

namespace {

string slurp(const string &file) {
  std::ifstream in(file, std::ios::binary);
  return string(std::istreambuf_iterator<char>(in), {});
}

bool write_all(int to, const string &text) {
  for (size_t done = 0; done < text.size();) {
    ssize_t n = write(to, text.data() + done, text.size() - done);
    if (n <= 0) return false;
    done += n;
  }
  return true;
}

string base(const string &path) { return path.substr(path.rfind('/') + 1); }

// Keeps a command in a file that has the name of its program.
int record(const string &folder, char **command) {
  std::ofstream out(folder + "/" + base(command[0]) + ".args", std::ios::binary);
  for (char **word = command; *word; word++) out << *word << '\0';
  return out.flush() ? 0 : 1;
}

Words recorded(const string &folder, const string &program) {
  Words words;
  std::istringstream text(slurp(folder + "/" + program + ".args"));
  for (string word; std::getline(text, word, '\0');) words.push_back(word);
  return words;
}

string after(const Words &words, const string &flag) {
  for (size_t i = 0; i + 1 < words.size(); i++)
    if (words[i] == flag) return words[i + 1];
  return "";
}

// The commands of one language level, with our names of the files between them,
// and the compiler, while it runs.
struct Level {
  Words compiler, assembler, linker;
  pid_t pid = 0;
  int socket = -1;
};

// A linker that is called directly needs neither what is only for collect2 nor a
// plugin for object files of another kind; and it reads whole folders, so each of
// them is named once.
Words direct(const Words &words, const string &linker) {
  Words out = {linker};
  std::set<string> folders;
  for (size_t i = 1; i < words.size(); i++) {
    if (words[i] == "-plugin" && ++i) continue;
    if (words[i].compare(0, 12, "-plugin-opt=") == 0) continue;
    if (words[i].compare(0, 2, "-L") == 0) {
      char *real = realpath(words[i].c_str() + 2, nullptr);
      if (real == nullptr || !folders.insert(real).second) continue;
      out.push_back(string("-L") + real);
      free(real);
      continue;
    }
    out.push_back(words[i]);
  }
  return out;
}

Level read_level(const string &folder, const string &linker) {
  Level level;
  level.compiler = recorded(folder, "cc1plus");
  level.assembler = recorded(folder, "as");
  level.linker = recorded(folder, "collect2");
  const string assembly = after(level.compiler, "-o"), object = after(level.assembler, "-o");
  for (string &word : level.compiler)
    if (word == assembly) word = "-";
  for (string &word : level.assembler) {
    if (word == assembly) word = "--";
    if (word == object) word = "test.o";
  }
  for (string &word : level.linker)
    if (word == object) word = "test.o";
  if (!linker.empty() && !level.linker.empty()) level.linker = direct(level.linker, linker);
  return level;
}

// Starts a command; in is its standard input. preload: with warm.cc.
pid_t start(const Words &words, const string &folder, int in, const string &preload = "") {
  std::vector<char *> argv;
  for (const string &word : words) argv.push_back(const_cast<char *>(word.c_str()));
  argv.push_back(nullptr);
  pid_t pid = words.empty() ? -1 : fork();
  if (pid != 0) return pid;
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  bool ready = chdir(folder.c_str()) == 0 && null >= 0 && dup2(null, 1) >= 0 && dup2(null, 2) >= 0;
  if (preload.empty()) {
    ready = ready && dup2(in < 0 ? null : in, 0) >= 0;
  } else {
    setenv("LD_PRELOAD", preload.c_str(), 1);
    ready = ready && dup2(null, 0) >= 0 && dup2(in, warm_fd) >= 0;
  }
  if (ready) execvp(argv[0], argv.data());
  _exit(127);
}

// Says whether a command ended well, and adds its time.
bool finished(pid_t pid, long &time) {
  int status;
  rusage used;
  if (pid <= 0 || wait4(pid, &status, 0, &used) != pid) return false;
  time += processor_time(used);
  return status == 0;
}

void stop(Level &level) {
  if (level.pid <= 0) return;
  close(level.socket);
  kill(level.pid, SIGKILL);
  waitpid(level.pid, nullptr, 0);
  level.pid = 0;
}

bool warm_up(Level &level, const string &assets) {
  if (level.pid > 0) return true;
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return false;
  level.pid = start(level.compiler, assets, pair[1], assets + "/warm.so");
  level.socket = pair[0];
  close(pair[1]);
  return level.pid > 0;
}

// Lets a copy of the compiler write a program's assembly to a descriptor.
bool compile(Level &level, const string &folder, int assembly, long &time) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec text = {const_cast<char *>(folder.data()), folder.size()};
  msghdr message = {};
  message.msg_iov = &text;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr *sent = CMSG_FIRSTHDR(&message);
  sent->cmsg_level = SOL_SOCKET;
  sent->cmsg_type = SCM_RIGHTS;
  sent->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(sent), &assembly, sizeof assembly);
  bool asked = sendmsg(level.socket, &message, MSG_NOSIGNAL) >= 0;
  close(assembly); // the copy's end is then the last one, and ends the text
  Result result;
  if (!asked || recv(level.socket, &result, sizeof result, 0) != sizeof result) {
    stop(level);
    return false;
  }
  time += result.nanoseconds;
  return result.status == 0;
}

// Makes a.out of test.cpp in a folder.
bool build(Level &level, const Words &more, const string &assets, const string &folder, long &time) {
  int pipe[2];
  if (!warm_up(level, assets) || pipe2(pipe, O_CLOEXEC) != 0) return false;
  pid_t assembler = start(level.assembler, folder, pipe[0]);
  close(pipe[0]);
  bool compiled = compile(level, folder, pipe[1], time);
  if (!finished(assembler, time) || !compiled) return false;
  Words linker;
  for (const string &word : level.linker) {
    linker.push_back(word);
    if (word == "--wrap=main") linker.insert(linker.end(), more.begin(), more.end());
  }
  return finished(start(linker, folder, -1), time);
}

// Takes a question apart.
struct Reader {
  const string &text;
  size_t at = 0;
  bool good = true;

  uint32_t number() {
    if (at + 4 > text.size()) return good = false, 0;
    uint32_t n = 0;
    for (int i = 0; i < 4; i++) n = n << 8 | static_cast<unsigned char>(text[at++]);
    return n;
  }

  string word() {
    uint32_t n = number();
    if (n > text.size() - at) return good = false, "";
    at += n;
    return text.substr(at - n, n);
  }
};

string number(uint64_t n, int bytes) {
  string text;
  while (bytes-- > 0) text += static_cast<char>(n >> 8 * bytes);
  return text;
}

bool read_exactly(int from, string &text) {
  for (size_t done = 0; done < text.size();) {
    ssize_t n = read(from, &text[done], text.size() - done);
    if (n <= 0) return false;
    done += n;
  }
  return true;
}

struct Server {
  string assets, work;
  std::map<string, Level> levels;

  Level &level(const string &folder, const string &linker) {
    auto known = levels.find(folder + "\n" + linker);
    if (known != levels.end()) return known->second;
    for (auto &other : levels) stop(other.second); // one at a time: they are large
    return levels[folder + "\n" + linker] = read_level(folder, linker);
  }

  string answer(const string &question) {
    Reader reader{question};
    Words arguments(reader.number() == 3 ? 3 : 0), more;
    for (string &a : arguments) a = reader.word();
    bool one = reader.number() == 1 && reader.word() == "test.cpp";
    string program = reader.word();
    if (!reader.good || arguments.empty() || !one) return number(0, 13);
    std::istringstream lines(arguments[2]);
    for (string line; std::getline(lines, line);) more.push_back(line);

    string folder = work + "/program", made;
    long time = 0;
    bool built = mkdir(folder.c_str(), 0700) == 0;
    if (built) {
      std::ofstream(folder + "/test.cpp", std::ios::binary) << program;
      built = build(level(arguments[0], arguments[1]), more, assets, folder, time);
      if (built) made = slurp(folder + "/a.out");
    }
    for (const char *name : {"test.cpp", "test.o", "a.out"}) unlink((folder + "/" + name).c_str());
    if (rmdir(folder.c_str()) != 0) exit(1); // who knows what is left: another server, another box
    if (!built || made.empty()) return number(0, 13);
    return number(1, 1) + number(time, 8) + number(1, 4) + number(5, 4) + "a.out" + number(made.size(), 4) + made;
  }
};

int serve(const string &self) {
  const int harness = 10; // out of the way of the compiler's own
  if (dup3(3, harness, O_CLOEXEC) < 0) return 1;
  close(3);
  char work[4096];
  if (getcwd(work, sizeof work) == nullptr) return 1;
  Server server{self.substr(0, self.rfind('/')), work, {}};
  for (string size(4, 0); read_exactly(harness, size);) {
    string question(Reader{size}.number(), 0);
    if (!read_exactly(harness, question)) return 1;
    string answer = server.answer(question);
    if (!write_all(harness, number(answer.size(), 4) + answer)) return 1;
  }
  return 0;
}

}  // namespace

int main(int count, char **arguments) {
  if (count > 3 && string(arguments[1]) == "record") return record(arguments[2], arguments + 3);
  if (count == 2 && string(arguments[1]) == "serve") return serve(arguments[0]);
  return 2;
}
