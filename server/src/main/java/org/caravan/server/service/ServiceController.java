package org.caravan.server.service;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.api.service.CreatedService;
import org.caravan.api.service.ServiceView;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Form;
import org.caravan.server.audit.AuditRequest;
import org.caravan.server.data.StoredRows;
import org.caravan.server.model.Models;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.page.PageRequest;
import org.caravan.server.share.Holder;
import org.caravan.service.ServiceKind;
import org.caravan.service.Services;
import org.caravan.service.UserWish;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/services")
@Tag(name = "services")
class ServiceController {

    private static final String OCTETS = MediaType.APPLICATION_OCTET_STREAM_VALUE;
    private static final String GZIP = "application/gzip";
    private static final String TAR = "application/x-tar";

    private final ServiceCreation creation;
    private final Models models;

    ServiceController(ServiceCreation creation, Models models) {
        this.creation = creation;
        this.models = models;
    }

    @GetMapping
    @Operation(operationId = "listServices", summary = "List the services", description = "Lists the applications whose model has a "
            + "component of a known kind with the image of an upload. Sorted by name, paged.")
    ResponseEntity<List<ServiceView>> list(PageRequest page) {
        return page.of(StoredRows.readable(models.applications(OrganisationScope.current()), this::view), ServiceView::name, view -> view);
    }

    private Optional<ServiceView> view(String name) {
        return models.model(name).stream().map(ApplicationModel::components).flatMap(List::stream)
                .filter(component -> ServiceKind.named(component.id()).isPresent())
                .flatMap(component -> component.forms().stream().map(Form::image).filter(image -> Services.isImage(image, name))
                        .map(image -> new ServiceView(name, component.id(), image)))
                .findFirst();
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @ErrorResponses({"409 application-exists", "409 image-exists", "409 engine-missing", "409 name-taken",
        "409 service-keeps-data", "412 changed-meanwhile", "413 body-too-large",
        "422 unknown-kind", "422 upload-name", "422 unknown-site", "422 unknown-isp", "422 refused-image", "429 too-many-uploads"})
    @Operation(operationId = "createService", summary = "Create a service from an upload",
            description = "The body is the upload, of at most 1 GiB: a folder as a tar (application/gzip or application/x-tar), a file "
                    + "as it is (application/octet-stream), or nothing. "
                    + "Composes the image, creates the secrets, stores the model and begins to "
                    + "plan it. With update, the model of an existing service gets another image and is otherwise kept; what "
                    + "runs changes with the approval of a plan. If a step fails, nothing is left, and an existing service is as before. "
                    + "The header Idempotency-Key is refused, because a name can be created only once, and a repeated update changes "
                    + "nothing.",
            requestBody = @io.swagger.v3.oas.annotations.parameters.RequestBody(description = "Upload.",
                    content = {@Content(mediaType = OCTETS, schema = @Schema(type = "string", format = "binary")),
                        @Content(mediaType = GZIP, schema = @Schema(type = "string", format = "binary")),
                        @Content(mediaType = TAR, schema = @Schema(type = "string", format = "binary"))}))
    CreatedService create(
            @Parameter(description = "Kind of the service.", example = "web") @RequestParam("kind") String kind,
            @Parameter(description = "Name of the service and of its application.", example = "shop") @RequestParam("name") String name,
            @Parameter(description = "Name of the uploaded file or folder; its ending determines the type of a file.", example = "site")
                    @RequestParam(name = "file", defaultValue = "upload") String file,
            @Parameter(description = "Site where the service must run; can be repeated (default: any site).", example = "simula")
                    @RequestParam(name = "site", defaultValue = "") List<String> sites,
            @Parameter(description = "Site of users, and their requests per second; can be repeated.", example = "users-bergen=20")
                    @RequestParam(name = "users", defaultValue = "") List<String> users,
            @Parameter(description = "Whether an existing service of this name and kind is updated; one that keeps data is not.",
                    example = "true") @RequestParam(name = "update", defaultValue = "false") boolean update,
            @Parameter(hidden = true) HttpServletRequest request)
            throws IOException, HttpMediaTypeNotSupportedException {
        ServiceKind known = ServiceKind.named(kind).orElseThrow(() -> unprocessable("unknown-kind",
                "Unknown kind of service: " + kind + ".", "use one of " + ServiceKind.names() + "."));
        if (file.contains("/") || file.equals(".") || file.equals("..")) {
            throw unprocessable("upload-name", "The upload cannot be named (" + file + ").", "name it without its folders.");
        }
        ServiceCreation.Order order =
                new ServiceCreation.Order(known, name, file, tar(request.getContentType()), sites, UserWish.of(users), update);
        return creation.create(order, request.getInputStream(), Holder.current(),
                AuditRequest.of(request).orElseThrow().name());
    }

    /** Checked here and not by the mapping, because a request whose query has control characters is refused as such first. */
    private static boolean tar(String contentType) throws HttpMediaTypeNotSupportedException {
        List<MediaType> known = Stream.of(OCTETS, GZIP, TAR).map(MediaType::parseMediaType).toList();
        MediaType type;
        try {
            type = contentType == null ? MediaType.APPLICATION_OCTET_STREAM : MediaType.parseMediaType(contentType);
        } catch (InvalidMediaTypeException e) {
            throw new HttpMediaTypeNotSupportedException(e.getMessage(), known);
        }
        if (known.stream().noneMatch(type::isCompatibleWith)) {
            throw new HttpMediaTypeNotSupportedException(type, known);
        }
        return !type.isCompatibleWith(MediaType.APPLICATION_OCTET_STREAM);
    }

    private static ProblemException unprocessable(String code, String message, String suggestion) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, code, message, suggestion);
    }
}
