/** Reports of what a namespace or counters have counted, for mail and Slack. */
@NullMarked
package io.quipu.cli.report;

import org.jspecify.annotations.NullMarked;
