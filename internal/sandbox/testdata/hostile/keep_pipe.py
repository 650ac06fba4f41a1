# leave a pipe where a file is to be collected: whoever opens it waits
import os
os.mkfifo("kept"); print("done")
