"""Public seasonal series, for ./caravan bench forecast: written to standard output from packages of PyPI, never stored in the repository.

    python3 -m caravan_bench.seasonal FOLDER    FOLDER: site-packages with statsmodels and pmdarima

Lines: a title with its source, the season in intervals, and the values; negative values are shifted, NaN is a gap."""
import importlib.util
import math
import sys
import types
from pathlib import Path


def monthly(values):
    """Means of four-week months would drift: calendar months, as the file names its weeks."""
    return values.resample("MS").mean().interpolate().tolist()


def of_statsmodels():
    from statsmodels import datasets
    weekly = datasets.co2.load_pandas().data["co2"]
    yield "CO2 at Mauna Loa, monthly means, 1958-2001 (Keeling, Whorf, 2004; statsmodels: co2)", 12, monthly(weekly)
    years = datasets.elnino.load_pandas().data.drop(columns="YEAR")
    yield "sea surface temperature, Nino 1+2, monthly, 1950-2010 (NOAA; statsmodels: elnino)", 12, years.to_numpy().ravel().tolist()
    from statsmodels.datasets import elec_equip
    equipment = elec_equip.load().data.iloc[:, 0]
    yield "electrical equipment of the euro area, monthly (Eurostat; statsmodels: elec_equip)", 12, equipment.tolist()


def of_pmdarima(folder):
    """Each file holds its numbers; importing the package would need scikit-learn."""
    for name, season, title in (
            ("airpassengers", 12, "airline passengers, monthly, 1949-1960 (Box, Jenkins, 1976; pmdarima: airpassengers)"),
            ("taylor", 48, "electricity demand, half-hourly, England and Wales, 2000 (Taylor, 2003; pmdarima: taylor)"),
            ("ausbeer", 4, "beer in Australia, quarterly, 1956-2008 (Australian Bureau of Statistics; pmdarima: ausbeer)"),
            ("wineind", 12, "wine sales in Australia, monthly, 1980-1994 (Hyndman; pmdarima: wineind)")):
        yield title, season, list(loaded(folder, name))


def loaded(folder, name):
    for package in ("pmdarima", "pmdarima.compat", "pmdarima.datasets"):
        sys.modules.setdefault(package, types.ModuleType(package))
    sys.modules["pmdarima.compat"].DTYPE = "float64"
    spec = importlib.util.spec_from_file_location(f"pmdarima.datasets.{name}", Path(folder) / "pmdarima" / "datasets" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, f"load_{name}")(as_series=False)


def main(folder):
    sys.path.insert(0, folder)
    for title, season, values in [*of_statsmodels(), *of_pmdarima(folder)]:
        values = [float(value) for value in values]
        shift = min(0.0, min(value for value in values if not math.isnan(value)))
        print(title)
        print(season)
        print(" ".join("NaN" if math.isnan(value) else repr(value - shift) for value in values))


if __name__ == "__main__":
    main(sys.argv[1])
