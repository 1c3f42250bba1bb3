package com.stranger.engines;

import org.junit.platform.suite.api.SelectClasses;
import org.junit.platform.suite.api.Suite;

@Suite
@SelectClasses({InSuite.class, AlsoInSuite.class})
class SuiteTest {}
