import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import sun.reflect.ReflectionFactory;

/**
 * Compiles one program after another for the harness, which talks to it over the socket on
 * descriptor 3; sources come in and classes go out as bytes. It answers with classes or with "no";
 * what is wrong with a program is for javac itself to say. No compilation leaves anything to the
 * next one but the JDK's own classes: each has a task of its own.
 */
public final class XevalCompiler {
    /** Libraries by options, which their file managers remember. */
    private static final Map<List<String>, Library> libraries = new LinkedHashMap<>();

    private static final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    public static void main(String[] args) throws Exception {
        // What a program may name when it is told no class path: not us.
        System.setProperty("java.class.path", ".");
        if (args.length > 0) {
            compileAll(args);
            return;
        }
        FileDescriptor socket = descriptor(3);
        DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(socket), 1 << 16));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(socket), 1 << 16));
        while (true) {
            Map<String, ByteArrayOutputStream> classes = null;
            try {
                in.readInt();
            } catch (EOFException end) {
                return;
            }
            List<String> options = new ArrayList<>();
            for (byte[] option : read(in, in.readInt())) options.add(new String(option, StandardCharsets.UTF_8));
            List<byte[]> files = read(in, 2 * in.readInt());
            long before = cpu();
            try {
                classes = compile(options, files);
            } catch (Throwable refused) { // javac's own faults too, a full heap or stack among them
                classes = null;
            }
            answer(out, classes, cpu() - before);
        }
    }

    /** Compiles these files, so that what that takes can be seen from outside. */
    private static void compileAll(String[] files) throws Exception {
        for (String file : files) {
            byte[] text;
            try (FileInputStream in = new FileInputStream(file)) {
                text = in.readAllBytes();
            }
            byte[] name = new java.io.File(file).getName().getBytes(StandardCharsets.UTF_8);
            List<String> options = List.of("-proc:none", "-implicit:none", "-nowarn", "-encoding", "UTF-8");
            if (compile(options, List.of(name, text)) == null) throw new IllegalArgumentException(file);
        }
        answer(new DataOutputStream(new ByteArrayOutputStream()), null, cpu());
    }

    private static List<byte[]> read(DataInputStream in, int count) throws IOException {
        List<byte[]> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] part = new byte[in.readInt()];
            in.readFully(part);
            parts.add(part);
        }
        return parts;
    }

    private static void answer(DataOutputStream out, Map<String, ByteArrayOutputStream> classes, long cpu)
            throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream parts = new DataOutputStream(body);
        parts.writeByte(classes == null ? 0 : 1);
        parts.writeLong(cpu);
        parts.writeInt(classes == null ? 0 : classes.size());
        if (classes != null) {
            for (Map.Entry<String, ByteArrayOutputStream> c : classes.entrySet()) {
                byte[] name = c.getKey().getBytes(StandardCharsets.UTF_8);
                parts.writeInt(name.length);
                parts.write(name);
                parts.writeInt(c.getValue().size());
                c.getValue().writeTo(parts);
            }
        }
        out.writeInt(body.size());
        body.writeTo(out);
        out.flush();
    }

    private static Map<String, ByteArrayOutputStream> compile(List<String> options, List<byte[]> files)
            throws CharacterCodingException {
        List<JavaFileObject> sources = new ArrayList<>();
        for (int i = 0; i < files.size(); i += 2) {
            String name = new String(files.get(i), StandardCharsets.UTF_8);
            sources.add(new Source(name, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(files.get(i + 1)))));
        }
        options = ownLevel(options);
        Memory memory = new Memory(library(options));
        boolean done = compiler.getTask(new StringWriter(),
                memory, diagnostic -> {}, options, null, sources).call();
        return done ? memory.classes : null;
    }

    /**
     * The JDK's own level needs no --release, which has the same modules opened anew for every
     * compilation.
     */
    private static List<String> ownLevel(List<String> options) {
        String level = String.valueOf(Runtime.version().feature());
        int at = options.indexOf("--release");
        if (at < 0 || !options.get(at + 1).equals(level)) return options;
        List<String> own = new ArrayList<>(options);
        own.set(at, "-source");
        own.addAll(at + 2, List.of("-target", level));
        return own;
    }

    private static Library library(List<String> options) {
        if (libraries.size() > 8) libraries.clear();
        return libraries.computeIfAbsent(options, o -> new Library(
                compiler.getStandardFileManager(diagnostic -> {}, Locale.ROOT, StandardCharsets.UTF_8)));
    }

    /**
     * Remembers what is in the packages of the JDK's modules, which do not change while it runs, and
     * the names of those classes. All else is asked anew.
     */
    private static final class Library extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private static final String MODULE = StandardLocation.SYSTEM_MODULES.getName() + "[";

        private final Map<List<Object>, Iterable<JavaFileObject>> packages = new HashMap<>();
        private final Map<JavaFileObject, String> names = new IdentityHashMap<>();

        Library(StandardJavaFileManager manager) {
            super(manager);
        }

        @Override
        public Iterable<JavaFileObject> list(
                Location location, String name, Set<JavaFileObject.Kind> kinds, boolean recurse) throws IOException {
            if (!location.getName().startsWith(MODULE)) return super.list(location, name, kinds, recurse);
            List<Object> key = List.of(location, name, Set.copyOf(kinds), recurse);
            Iterable<JavaFileObject> found = packages.get(key);
            if (found == null) {
                found = super.list(location, name, kinds, recurse);
                for (JavaFileObject file : found) names.put(file, super.inferBinaryName(location, file));
                packages.put(key, found);
            }
            return found;
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            String name = names.get(file);
            return name != null ? name : super.inferBinaryName(location, file);
        }
    }

    /** One source text under its name in the work folder. */
    private static final class Source extends SimpleJavaFileObject {
        private final CharSequence text;

        Source(String name, CharSequence text) {
            super(URI.create("string:///" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Keeps the classes of one compilation in memory, and writes no file. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();

        Memory(JavaFileManager manager) {
            super(manager);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) throws IOException {
            if (kind != JavaFileObject.Kind.CLASS) throw new IOException("only classes are kept");
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            classes.put(name.replace('.', '/') + ".class", bytes);
            return new SimpleJavaFileObject(URI.create("memory:///class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }

        @Override
        public FileObject getFileForOutput(Location location, String folder, String name, FileObject sibling)
                throws IOException {
            throw new IOException("only classes are kept");
        }
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** The descriptor itself, without --add-opens, as in XevalLauncher. */
    private static FileDescriptor descriptor(int number) throws ReflectiveOperationException {
        Constructor<?> constructor = ReflectionFactory.getReflectionFactory().newConstructorForSerialization(
                FileDescriptor.class, FileDescriptor.class.getDeclaredConstructor(int.class));
        return (FileDescriptor) constructor.newInstance(number);
    }
}
