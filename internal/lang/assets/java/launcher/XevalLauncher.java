import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import sun.reflect.ReflectionFactory;

/**
 * Runs a program's Main and then hands the secret back: the end-of-tests proof of Java. The secret
 * is read before Main is loaded. Main is called directly, so that an exception's stack trace reads
 * as it would without the launcher, but for its last line.
 *
 * <p>A class of the program hides one of the same name that a test imports with a whole package.
 * Where -Dxeval.test says that Main is a test, such classes are looked for, before the program can
 * change its files, and noted.
 */
public final class XevalLauncher {
    public static void main(String[] args) throws Throwable {
        byte[] secret = readLine(new FileInputStream(descriptor(3)));
        OutputStream proof = new FileOutputStream(descriptor(4));
        byte[] note = Boolean.getBoolean("xeval.test") ? hidden() : new byte[0];
        Main.main(args);
        proof.write(note);
        proof.write(secret);
    }

    /** The packages whose classes tests name. */
    private static final String[] LIBRARY = {
        "java.lang.", "java.util.", "java.util.function.", "java.util.stream.", "java.util.regex.", "java.math.",
        "java.security.", "java.text.", "java.time.", "java.io.",
    };

    /** Names the classes of the program that Main uses in the place of the library's. */
    private static byte[] hidden() throws IOException {
        java.io.File test = new java.io.File("Main.class");
        if (!test.exists()) {
            return new byte[0]; // the JVM says it better
        }
        String main; // not by java.nio.file, which loads dozens of classes
        try (InputStream in = new FileInputStream(test)) {
            main = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
        StringBuilder note = new StringBuilder();
        for (String file : new java.io.File(".").list()) {
            if (!file.endsWith(".class") || file.indexOf('$') >= 0) {
                continue;
            }
            String name = file.substring(0, file.length() - ".class".length());
            // A name in a class file is a constant: its kind, its length and its text.
            String constant = "\u0001" + (char) (name.length() >> 8) + (char) (name.length() & 255) + name;
            if (main.contains(constant) && isLibrary(name)) {
                note.append("hidden ").append(name).append('\n');
            }
        }
        return note.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isLibrary(String name) {
        for (String in : LIBRARY) {
            try {
                Class.forName(in + name, false, null);
                return true;
            } catch (ClassNotFoundException e) {
                continue;
            }
        }
        return false;
    }

    /**
     * The descriptor itself. Opening /proc/self/fd/N instead fails where another user made the
     * pipe, as the sandbox does; and --add-opens would have the JVM set its modules up anew.
     */
    private static FileDescriptor descriptor(int number) throws ReflectiveOperationException {
        Constructor<?> constructor = ReflectionFactory.getReflectionFactory().newConstructorForSerialization(
                FileDescriptor.class, FileDescriptor.class.getDeclaredConstructor(int.class));
        return (FileDescriptor) constructor.newInstance(number);
    }

    private static byte[] readLine(InputStream in) throws IOException {
        byte[] line = new byte[256];
        int length = 0;
        int next = in.read();
        while (next >= 0 && next != '\n' && length < line.length - 1) {
            line[length++] = (byte) next;
            next = in.read();
        }
        line[length++] = '\n';
        return java.util.Arrays.copyOf(line, length);
    }
}
