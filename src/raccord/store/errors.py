"""The exceptions of the store.

StoreError
├── ConflictError            the version is taken: load again, decide again
├── FencedError              another process writes this section by now
├── NoStreamError            no such stream
├── UnreadableError          a payload does not decode
├── UnavailableError         the database did not answer; the outcome is unknown
├── ClosedError              the store was closed
├── DatabaseError            the address leads to no usable database
│   ├── NotAnAddressError
│   ├── NoDatabaseError
│   ├── NotADatabaseError
│   ├── UnreachableError
│   └── TooNewError
└── ArchiveError             the file cannot be imported
    ├── NotAnArchiveError
    ├── DamagedArchiveError
    ├── ArchiveTooNewError
    └── ImportConflictError
"""


class StoreError(Exception):
    """Base of all errors of the store; ``value`` is what was offered."""

    label = "store error"
    expected = ""
    in_french = "erreur d'enregistrement ({value})"

    def __init__(self, value: object, expected: str = "") -> None:
        self.value = value
        wanted = expected or self.expected
        super().__init__(f"{self.label}: {value!r}" + (f" (expected {wanted})" if wanted else ""))

    @property
    def french(self) -> str:
        """One line saying what is wrong."""
        return self.in_french.format(**vars(self))


class ConflictError(StoreError):
    """Someone else appended first; nothing was written."""

    label = "version taken"
    in_french = "quelqu'un d'autre vient de modifier « {value} » ; recommencez"

    def __init__(self, stream: str, wanted: int, actual: int) -> None:
        self.stream, self.wanted, self.actual = stream, wanted, actual
        super().__init__(stream, f"version {wanted}, the stream is at {actual}")


class FencedError(StoreError):
    """The lease this was written under is another's by now; nothing was written."""

    label = "no longer the writer of"
    in_french = "« {value} » vient de passer à un autre processus ; recommencez"


class NoStreamError(StoreError):
    """The stream does not exist, and the append did not name its kind."""

    label = "no such stream"
    in_french = "aucune partie « {value} »"


class UnreadableError(StoreError):
    """An event of the log does not decode."""

    label = "event not readable"
    in_french = "enregistrement illisible ({value})"


class NotANameError(StoreError, ValueError):
    """The name of a stream, key, kind or type is empty, too long or holds a NUL."""

    label = "not a name"
    in_french = "nom vide, trop long ou incorrect : « {value} »"


class UnavailableError(StoreError):
    """The database did not answer in time: whether the write happened is not known."""

    label = "database unavailable"
    in_french = "la base ne répond pas ; l'envoi sera à vérifier"


class ClosedError(StoreError):
    """The store is closed."""

    label = "store closed"
    in_french = "la base est fermée"


class DatabaseError(StoreError):
    """The address leads to no usable database."""

    label = "database not usable"
    in_french = "base inutilisable : « {value} »"


class NotAnAddressError(DatabaseError):
    """The text is no address of a database."""

    label = "not a database address"
    expected = "a file, 'sqlite:///file' or 'postgresql+psycopg://user@host/name'"
    in_french = (
        "adresse de base non reconnue : {value} "
        "(attendu : un fichier, sqlite:///fichier ou postgresql+psycopg://…)"
    )


class NoDatabaseError(DatabaseError):
    """There is no file there."""

    label = "no database"
    in_french = "aucune base à cette adresse : « {value} »"


class NotADatabaseError(DatabaseError):
    """The file exists and is something else."""

    label = "not a database"
    in_french = "ce fichier n'est pas une base Raccord : « {value} »"


class UnreachableError(DatabaseError):
    """The server does not answer, or refuses."""

    label = "database not reachable"
    in_french = "base inaccessible : « {value} »"


class TooNewError(DatabaseError):
    """A later version of the software wrote this database."""

    label = "database too new"
    in_french = "base écrite par une version plus récente de Raccord (révision {value})"


class ArchiveError(StoreError):
    """The file cannot be imported."""

    label = "archive not usable"
    in_french = "export inutilisable : « {value} »"


class NotAnArchiveError(ArchiveError):
    """The file is not an export of a database."""

    label = "not an archive"
    in_french = "ce fichier n'est pas un export de base Raccord"


class DamagedArchiveError(ArchiveError):
    """The file was an export, but it is cut short or altered."""

    label = "archive damaged at"
    in_french = "export endommagé ou incomplet ({place}) ; rien n'est importé"

    def __init__(self, value: int | str, expected: str = "") -> None:
        """``value`` is a line by its number, or a stream by its name."""
        self.place = f"ligne {value}" if isinstance(value, int) else value
        super().__init__(value, expected)


class ArchiveTooNewError(ArchiveError):
    """A later version of the software wrote this file."""

    label = "archive too new"
    in_french = "export écrit par une version plus récente de Raccord (format {value})"


class ImportConflictError(ArchiveError):
    """The database already holds something else under the same name."""

    label = "already there with other content"
    in_french = "la base contient déjà « {value} » avec un autre contenu ; rien n'est importé"
