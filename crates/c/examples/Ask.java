import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * Asks questions about a model, and prints what is found, a line of JSON for each. It needs Java 22 or later, whose foreign functions are final, and nothing
 * else:
 *
 * <pre>
 * java --enable-native-access=ALL-UNNAMED Ask.java target/release/libsanderling_c.so nets/philosophers-3.pnml '{"question":"deadlock"}'
 * </pre>
 */
public final class Ask {
    private static final ValueLayout TEXT = ValueLayout.ADDRESS;
    private static final ValueLayout NUMBER = ValueLayout.JAVA_LONG;

    private final Linker linker = Linker.nativeLinker();
    private final SymbolLookup library;
    private final MethodHandle free;

    private Ask(Path path) {
        library = SymbolLookup.libraryLookup(path, Arena.global());
        free = function("sanderling_free", FunctionDescriptor.ofVoid(TEXT));
    }

    private MethodHandle function(String name, FunctionDescriptor type) {
        return linker.downcallHandle(library.find(name).orElseThrow(), type);
    }

    /** A text of the library as one of Java's; null where there is none. It is freed. */
    private String taken(MemorySegment text) throws Throwable {
        if (text.address() == 0) {
            return null;
        }
        String taken = text.reinterpret(Long.MAX_VALUE).getString(0);
        free.invokeExact(text);
        return taken;
    }

    public static void main(String[] words) throws Throwable {
        if (words.length < 3) {
            System.err.println("usage: Ask LIBRARY FILE QUESTION...");
            System.exit(3);
        }
        Ask ask = new Ask(Path.of(words[0]).toAbsolutePath());
        MethodHandle open = ask.function("sanderling_open", FunctionDescriptor.of(NUMBER, NUMBER));
        MethodHandle close = ask.function("sanderling_close", FunctionDescriptor.ofVoid(NUMBER));
        MethodHandle load = ask.function("sanderling_load", FunctionDescriptor.of(TEXT, NUMBER, TEXT));
        MethodHandle analyse = ask.function("sanderling_analyse", FunctionDescriptor.of(TEXT, NUMBER, TEXT, TEXT));
        MethodHandle at = ask.function("sanderling_at", FunctionDescriptor.of(TEXT, TEXT, TEXT));
        boolean failed = false;
        long session = (long) open.invokeExact(256L << 20);
        try (Arena arena = Arena.ofConfined()) {
            String loaded = ask.taken((MemorySegment) load.invokeExact(session, arena.allocateFrom(words[1])));
            String net = ask.taken((MemorySegment) at.invokeExact(arena.allocateFrom(loaded), arena.allocateFrom("/result/net")));
            if (net == null) {
                System.out.println(loaded);
                failed = true;
            }
            for (int index = 2; index < words.length && net != null; index++) {
                String params = "{\"net\":\"" + net + "\"," + words[index].substring(words[index].indexOf('{') + 1);
                MemorySegment answer = (MemorySegment) analyse.invokeExact(
                        session, arena.allocateFrom("analysis/start"), arena.allocateFrom(params));
                String report = ask.taken((MemorySegment) at.invokeExact(answer, arena.allocateFrom("/report")));
                String whole = ask.taken(answer);
                System.out.println(report == null ? whole : report);
                failed |= report == null;
            }
        } finally {
            close.invokeExact(session);
        }
        System.exit(failed ? 3 : 0);
    }
}
