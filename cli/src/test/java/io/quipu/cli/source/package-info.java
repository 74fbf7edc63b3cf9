@NullMarked
package io.quipu.cli.source;

import org.jspecify.annotations.NullMarked;
