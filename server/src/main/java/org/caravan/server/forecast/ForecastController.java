package org.caravan.server.forecast;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.SortedMap;
import org.caravan.api.application.ForecastView;
import org.caravan.forecast.Series;
import org.caravan.server.forecast.MinuteSeries.Subject;
import org.caravan.server.model.Models;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications")
@Tag(name = "metrics")
class ForecastController {

    private final RequestForecasts forecasts;
    private final Models models;

    ForecastController(RequestForecasts forecasts, Models models) {
        this.forecasts = forecasts;
        this.models = models;
    }

    @GetMapping("/{name}/forecasts")
    @Operation(operationId = "forecasts", summary = "Forecast requests",
            description = "Lists each request of each user group that routers counted in the last two weeks, sorted by user group and "
                    + "request, paged: newest counts, forecast with its 95 % interval, and errors of past forecasts. The model's "
                    + "forecast selects method, season and horizon; without one, the method with the least error is used. Empty if "
                    + "routers counted no recognised request.")
    ResponseEntity<List<ForecastView>> forecasts(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            PageRequest page) {
        models.required(name);
        SortedMap<Subject, Series> series = forecasts.series(name);
        return page.of(series.keySet(), Subject::text, subject -> forecasts.forecast(name, subject, series.get(subject)));
    }
}
