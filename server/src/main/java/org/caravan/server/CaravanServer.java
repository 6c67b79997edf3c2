package org.caravan.server;

import org.caravan.server.backup.BackupCommands;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Entry point: runs all of Caravan in one process (REST, console, broker, planner, executor, probes and name service). */
@SpringBootApplication
@ConfigurationPropertiesScan
public class CaravanServer {

    public static void main(String[] arguments) {
        HealthCommand.run(System.getenv().getOrDefault("CARAVAN_PORT", "8080"), arguments)
                .or(() -> new BackupCommands(System.out, System.err).run(arguments))
                .or(() -> TrainingRun.run(arguments))
                .ifPresentOrElse(System::exit, () -> SpringApplication.run(CaravanServer.class, arguments));
    }
}
