@NullMarked
package io.quipu.tools.cli.source.redis;

import org.jspecify.annotations.NullMarked;
