package io.quipu.testing.dev;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How many bytes a thread has allocated since this was made. Confined to that thread. */
public final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long before = THREADS.getCurrentThreadAllocatedBytes();

  public long sinceItWasMade() {
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
