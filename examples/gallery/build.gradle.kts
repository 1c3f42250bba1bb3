// The same tests with Gradle, outside of this project's build: not run by it.
plugins {
  java
}

repositories {
  mavenCentral()
}

dependencies {
  implementation("org.apache.spark:spark-connect-client-jvm_2.13:4.2.0")
  testImplementation("io.github.sparkconnect:spark-connect-junit:0.1.0-SNAPSHOT")
  testImplementation("org.junit.jupiter:junit-jupiter:5.14.4")
  testImplementation("org.assertj:assertj-core:3.27.7")
  testImplementation("org.awaitility:awaitility:4.3.0")
  testImplementation("org.mockito:mockito-junit-jupiter:5.24.0")
  testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

java {
  toolchain {
    languageVersion = JavaLanguageVersion.of(17)
  }
}

tasks.test {
  useJUnitPlatform()
  maxParallelForks = 2
}
