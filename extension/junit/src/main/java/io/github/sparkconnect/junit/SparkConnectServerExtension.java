package io.github.sparkconnect.junit;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.Extension;

/** The extension behind {@link SparkConnectServer @SparkConnectServer}. */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class SparkConnectServerExtension implements Extension {}
