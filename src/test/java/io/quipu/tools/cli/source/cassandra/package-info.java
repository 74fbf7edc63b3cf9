@NullMarked
package io.quipu.tools.cli.source.cassandra;

import org.jspecify.annotations.NullMarked;
