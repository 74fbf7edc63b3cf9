/** What the commands of the service and the command line have in common. */
@NullMarked
package io.quipu.ops.command;

import org.jspecify.annotations.NullMarked;
