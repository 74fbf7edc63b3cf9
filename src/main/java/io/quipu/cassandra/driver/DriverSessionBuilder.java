package io.quipu.cassandra.driver;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.protocol.internal.FrameCodec;
import io.netty.buffer.ByteBuf;

/** Builds sessions of the driver that {@linkplain WholeFrameCodec read messages to their end}. */
final class DriverSessionBuilder extends CqlSessionBuilder {
  @Override
  protected DriverContext buildContext(
      DriverConfigLoader options, ProgrammaticArguments arguments) {
    return new DefaultDriverContext(options, arguments) {
      @Override
      protected FrameCodec<ByteBuf> buildFrameCodec() {
        return new WholeFrameCodec(getPrimitiveCodec(), getCompressor());
      }
    };
  }
}
