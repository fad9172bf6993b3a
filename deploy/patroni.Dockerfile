# Postgres with Patroni, which keeps one of several servers the primary (docs/operating.md#several-machines).
#   docker build -f deploy/patroni.Dockerfile -t trellis-postgres deploy
FROM postgres:17-bookworm
RUN apt-get update \
  && apt-get install -y --no-install-recommends patroni \
  && dpkg --compare-versions "$(dpkg-query -W -f '${Version}' patroni)" ge 3.0.3 \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o postgres -g postgres -m 700 /var/lib/postgresql/patroni
COPY patroni.yml /etc/patroni.yml
COPY --chmod=755 make-database.sh /usr/local/bin/make-database.sh
USER postgres
VOLUME /var/lib/postgresql/patroni
EXPOSE 5432 8008
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python3", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8008/liveness', timeout=4)"]
ENTRYPOINT ["patroni", "/etc/patroni.yml"]
