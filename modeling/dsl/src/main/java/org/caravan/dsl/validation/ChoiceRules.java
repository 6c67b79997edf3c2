package org.caravan.dsl.validation;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.caravan.application.EntryWay;
import org.caravan.application.OnFailure;
import org.caravan.application.Separation;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.AreaDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.DataDeclaration;
import org.caravan.dsl.caravan.FormDeclaration;
import org.caravan.dsl.caravan.HostTypeDeclaration;
import org.caravan.dsl.caravan.LocationDeclaration;
import org.caravan.dsl.caravan.Residence;
import org.caravan.dsl.caravan.ProviderDeclaration;
import org.caravan.dsl.caravan.SiteDeclaration;
import org.caravan.dsl.caravan.UsersDeclaration;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.infrastructure.SiteKind;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.validation.Check;

/**
 * Checks words that must be one of a fixed set: architectures, vendors of GPUs, forms, kinds of site, IP versions, countries, ways of
 * entry, anti-affinity attributes of replicas, reactions to failures, sensitivity classes.
 */
class ChoiceRules extends Rules {

    static final List<String> ARCHITECTURES = words(Architecture.values());
    static final List<String> GPU_VENDORS = words(GpuVendor.values());
    static final List<String> FORMS = words(FormKind.values());
    static final List<String> KINDS = words(SiteKind.values());
    static final List<String> FAMILIES = words(IpFamily.values());
    static final List<String> APART_BY = words(Separation.By.values());
    static final List<String> ENTRY_WAYS = words(EntryWay.values());
    static final List<String> ON_FAILURE = words(OnFailure.values());
    static final List<String> SENSITIVITIES = words(Sensitivity.values());

    static final List<String> COUNTRIES = Countries.CODES;

    @Check
    void onFailure(ApplicationDeclaration application) {
        var feature = Literals.APPLICATION_DECLARATION__ON_FAILURE;
        one(application.getOnFailure(), "on-failure", "on failure", ON_FAILURE, application, feature, -1);
    }

    @Check
    void apartBy(LocationDeclaration apart) {
        var feature = Literals.LOCATION_DECLARATION__APART_BY;
        one(apart.getApartBy(), "apart-by", "difference", APART_BY, apart, feature, -1);
    }

    @Check
    void architectures(FormDeclaration form) {
        var feature = Literals.FORM_DECLARATION__ARCHITECTURES;
        each(form.getArchitectures(), "arch", "architecture", ARCHITECTURES, form, feature);
    }

    @Check
    void kind(FormDeclaration form) {
        one(form.getKind(), "form", "form", FORMS, form, Literals.FORM_DECLARATION__KIND, -1);
    }

    @Check
    void architecture(HostTypeDeclaration type) {
        var feature = Literals.HOST_TYPE_DECLARATION__ARCHITECTURE;
        one(type.getArchitecture(), "arch", "architecture", ARCHITECTURES, type, feature, -1);
    }

    @Check
    void gpuVendor(FormDeclaration form) {
        one(form.getGpuVendor(), "gpu-vendor", "vendor of a GPU", GPU_VENDORS, form, Literals.FORM_DECLARATION__GPU_VENDOR, -1);
    }

    @Check
    void gpuVendor(HostTypeDeclaration type) {
        one(type.getGpuVendor(), "gpu-vendor", "vendor of a GPU", GPU_VENDORS, type, Literals.HOST_TYPE_DECLARATION__GPU_VENDOR, -1);
    }

    @Check
    void kind(SiteDeclaration site) {
        one(site.getKind(), "kind", "kind of site", KINDS, site, Literals.SITE_DECLARATION__KIND, -1);
    }

    @Check
    void family(UsersDeclaration users) {
        one(users.getFamily(), "family", "IP version", FAMILIES, users, Literals.USERS_DECLARATION__FAMILY, -1);
    }

    @Check
    void entry(UsersDeclaration users) {
        one(users.getEntry(), "entry", "way of entry", ENTRY_WAYS, users, Literals.USERS_DECLARATION__ENTRY, -1);
    }

    @Check
    void country(SiteDeclaration site) {
        one(site.getCountry(), "country", "country", COUNTRIES, site, Literals.SITE_DECLARATION__COUNTRY, -1);
    }

    @Check
    void countries(LocationDeclaration location) {
        var feature = Literals.LOCATION_DECLARATION__COUNTRIES;
        each(location.getCountries(), "country", "country", COUNTRIES, location, feature);
    }

    @Check
    void countries(AreaDeclaration area) {
        each(area.getCountries(), "country", "country", COUNTRIES, area, Literals.AREA_DECLARATION__COUNTRIES);
    }

    @Check
    void countries(Residence residence) {
        each(residence.getCountries(), "country", "country", COUNTRIES, residence, Literals.RESIDENCE__COUNTRIES);
    }

    @Check
    void sensitivity(DataDeclaration data) {
        one(data.getSensitivity(), "class", "class", SENSITIVITIES, data, Literals.DATA_DECLARATION__SENSITIVITY, -1);
    }

    @Check
    void holds(SiteDeclaration site) {
        one(site.getHolds(), "class", "class", SENSITIVITIES, site, Literals.SITE_DECLARATION__HOLDS, -1);
    }

    @Check
    void holds(ProviderDeclaration provider) {
        one(provider.getHolds(), "class", "class", SENSITIVITIES, provider, Literals.PROVIDER_DECLARATION__HOLDS, -1);
    }

    private void each(
            List<String> written, String code, String kind, List<String> known, EObject part, EStructuralFeature feature) {
        for (int i = 0; i < written.size(); i++) {
            one(written.get(i), code, kind, known, part, feature, i);
        }
    }

    private void one(
            String written, String code, String kind, List<String> known, EObject part, EStructuralFeature feature, int index) {
        if (written != null && !known.contains(written)) {
            String standard = known == COUNTRIES ? " of ISO 3166-1" : "";
            String message = capital(Owner.of(part)) + " names " + kind + " " + written + ", which does not exist" + standard + ".";
            List<String> meant = known == COUNTRIES ? Countries.meant(written) : Suggestion.closest(written, known);
            String suggestion = !meant.isEmpty() ? Suggestion.useOneOf(written, meant) + "." : part instanceof LocationDeclaration
                    || part instanceof Residence
                    ? Countries.area(written, areas(part)) : Countries.members(written);
            reject(code + "-unknown", message, suggestion, meant, part, feature, index);
        }
    }

    /** Names of the areas in the files that are checked together. */
    private static List<String> areas(EObject part) {
        return part.eResource().getResourceSet().getResources().stream().flatMap(file -> file.getContents().stream())
                .flatMap(model -> EcoreUtil2.getAllContentsOfType(model, AreaDeclaration.class).stream()).map(AreaDeclaration::getName)
                .filter(Objects::nonNull).toList();
    }

    private static List<String> words(Object[] values) {
        return Arrays.stream(values).map(Object::toString).toList();
    }
}
