import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;

/**
 * Runs a program's Main and then hands the secret back: the end-of-tests proof of Java. The secret
 * is read before Main is loaded. Main is called directly, so that an exception's stack trace reads
 * as it would without the launcher, but for its last line.
 */
public final class XevalLauncher {
    public static void main(String[] args) throws Throwable {
        byte[] secret = readLine(new FileInputStream(descriptor(3)));
        OutputStream proof = new FileOutputStream(descriptor(4));
        Main.main(args);
        proof.write(secret);
    }

    /**
     * The descriptor itself. Opening /proc/self/fd/N instead fails where another user made the
     * pipe, as the sandbox does; hence --add-opens java.base/java.io=ALL-UNNAMED.
     */
    private static FileDescriptor descriptor(int number) throws ReflectiveOperationException {
        Constructor<FileDescriptor> constructor = FileDescriptor.class.getDeclaredConstructor(int.class);
        constructor.setAccessible(true);
        return constructor.newInstance(number);
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
