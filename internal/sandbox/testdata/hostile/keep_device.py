# leave a socket and a folder where files are to be collected
import os, socket
os.mkdir("kept"); os.mkdir("classes")
try: socket.socket(socket.AF_UNIX).bind("classes/A.class")
except OSError: os.mkdir("classes/A.class")
print("done")
