import os,sys
if os.environ.get("HOSTILE_OK")!="1": sys.exit(77)
import ctypes,sys
l=ctypes.CDLL(None,use_errno=True); A=ctypes.create_string_buffer(256); ok=[]
T={"mount":(165,b"none",b".",b"tmpfs",0,0),"umount2":(166,b"/proc",2),"pivot_root":(155,b".",b"."),"chroot":(161,b"."),"unshare_user":(272,0x10000000),"unshare_ns":(272,0x00020000),
"setns":(308,0,0),"ptrace_init":(101,16,1,0,0),"bpf":(321,0,A,72),"io_uring_setup":(425,8,A),"userfaultfd":(323,1),"keyctl_join":(250,1,0),"add_key":(248,b"user",b"k",b"v",1,-4),"perf_event_open":(298,A,0,-1,-1,0),
"init_module":(175,A,0,b""),"finit_module":(313,0,b"",0),"kexec_load":(246,0,0,0,0),"swapon":(167,b"x",0),"sethostname":(170,b"x",1),"settimeofday":(164,A,0),"mknod_dev":(133,b"sda",0o60600,0x800),
"open_by_handle":(304,-100,A,0),"acct":(163,b"a"),"quotactl":(179,0,0,0,0),"iopl":(172,3),"memfd_secret":(447,0),"fsopen":(430,b"tmpfs",0),"open_tree":(428,-100,b"/",1),"personality":(135,0x0040000),"clone_newuser":None}
import os
for n,a in T.items():
    if a is None: continue
    r=l.syscall(*a); e=ctypes.get_errno()
    if r>=0: ok.append(n)
print("BREACH" if ok else "BLOCKED",ok); sys.exit(42 if ok else 13)
