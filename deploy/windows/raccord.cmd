@echo off
rem Double-clic : installe Raccord la premiere fois, puis le lance et ouvre le navigateur.
rem Un fichier raccord-*.whl pose a cote de celui-ci est installe de preference.
rem Rien n'est ecrit dans AppData : le Python du Microsoft Store y est detourne vers un dossier a lui.
setlocal
chcp 65001 >nul
set "PYTHONUTF8=1"
set "PLACE=%USERPROFILE%\Raccord"
set "PY=%PLACE%\programme\Scripts\python.exe"
if not defined RACCORD_HOME if not exist "%LOCALAPPDATA%\raccord\raccord.sqlite" set "RACCORD_HOME=%PLACE%\parties"
if exist "%PY%" goto start

set "FOUND="
for %%P in ("py -3" "python" "python3") do call :look %%~P
if not defined FOUND (
  echo Il manque Python 3.11 ou plus recent : installez-le depuis python.org ou le Microsoft Store, puis recommencez.
  pause
  exit /b 2
)
echo Premiere fois : installation de Raccord, quelques minutes...
%FOUND% -m venv "%PLACE%\programme"
if errorlevel 1 goto failed
set "WHAT=raccord"
for %%F in ("%~dp0raccord-*.whl") do set "WHAT=%%~fF"
"%PY%" -m pip install --quiet --disable-pip-version-check "%WHAT%[web]"
if errorlevel 1 goto failed

:start
"%PY%" -m raccord.cli serve %*
if errorlevel 1 pause
exit /b

:look
if defined FOUND exit /b
%* -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul
if %errorlevel% equ 0 set "FOUND=%*"
exit /b

:failed
rmdir /s /q "%PLACE%\programme" 2>nul
echo L'installation n'a pas abouti : verifiez la connexion, puis recommencez.
pause
exit /b 1
