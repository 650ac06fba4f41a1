# put a folder, full of files, in the place of the program's own file
import os, sys
if os.environ.get("HOSTILE_OK") != "1": sys.exit(77)
me = os.path.abspath(sys.argv[0])
os.rename(me, me + ".old"); os.mkdir(me)
for i in range(200): open(os.path.join(me, str(i)), "w").close()
os.symlink("/etc", "etc"); os.symlink("..", "up")
print("done")
