package org.caravan.server;

import org.caravan.server.backup.BackupCommands;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.persistence.autoconfigure.PersistenceExceptionTranslationAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

/**
 * Entry point: runs all of Caravan in one process (REST, console, broker, planner, executor, probes and name service).
 *
 * <p>Transactions are begun by the code that needs them, and no bean is a proxy. Without the excluded configurations, Spring does not
 * search the methods of all beans for annotations of transactions and aspects at each start.
 */
@SpringBootApplication(exclude = {AopAutoConfiguration.class, PersistenceExceptionTranslationAutoConfiguration.class,
        TransactionAutoConfiguration.class})
@ConfigurationPropertiesScan
public class CaravanServer {

    public static void main(String[] arguments) {
        HealthCommand.run(System.getenv().getOrDefault("CARAVAN_PORT", "8080"), arguments)
                .or(() -> new BackupCommands(System.out, System.err).run(arguments))
                .or(() -> TrainingRun.run(arguments))
                .ifPresentOrElse(System::exit, () -> SpringApplication.run(CaravanServer.class, arguments));
    }
}
